declare module "*.pem" {
  const text: string;
  export default text;
}
declare module "*.key" {
  const text: string;
  export default text;
}
