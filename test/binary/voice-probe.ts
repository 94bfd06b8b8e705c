import { createVoiceConverter } from "#channels/media/index.ts";

/** Compiled by the test beside this file: converts the recording of the first argument into the second. */
const converter = createVoiceConverter({ ffmpeg: null, onFailure: console.error });
const [input = "", output = ""] = process.argv.slice(2);
console.log(JSON.stringify(await converter.convert(input, output)));
converter.close();
