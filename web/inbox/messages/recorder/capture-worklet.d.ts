/** Address of the audio worklet script, as the bundler serves it. */
declare const address: string;
export default address;
