/** Address of the worker script, as the bundler serves it. */
declare const address: string;
export default address;
