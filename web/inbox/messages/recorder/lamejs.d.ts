/** Imported `with { type: "file" }`: the address of the unmodified encoder script. */
declare module "@breezystack/lamejs" {
  const address: string;
  export default address;
}
