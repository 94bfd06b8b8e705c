/** Files that are imported as text, or as the path of an embedded file. */
declare module "*.pem" {
  const text: string;
  export default text;
}
declare module "*.key" {
  const text: string;
  export default text;
}
declare module "*.ogg" {
  const path: string;
  export default path;
}
/** Files that the phone pages load; they are served unchanged. */
declare module "#simulator/phone-pages/client/*" {
  const text: string;
  export default text;
}
