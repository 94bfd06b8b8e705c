// Served as it stands, beside the unmodified encoder it loads (an LGPL library must stay replaceable).
// Messages in: { kind: "start", encoder, sampleRate, kbps } · { kind: "samples", samples: Float32Array } ·
// { kind: "finish" }. Messages out: { kind: "done", parts: Uint8Array[] } · { kind: "failed" }.

/** Samples the encoder takes at a time; a multiple of the 1152 of an MP3 frame. */
const BLOCK = 11_520;

let encoder = Promise.resolve(null);
let parts = [];

async function start({ encoder: address, sampleRate, kbps }) {
  const { Mp3Encoder } = await import(address);
  return new Mp3Encoder(1, sampleRate, kbps);
}

function toPcm(samples) {
  const pcm = new Int16Array(samples.length);
  for (let i = 0; i < samples.length; i++) {
    const value = Math.max(-1, Math.min(1, samples[i]));
    pcm[i] = value < 0 ? value * 0x80_00 : value * 0x7f_ff;
  }
  return pcm;
}

function encode(ready, samples) {
  const pcm = toPcm(samples);
  for (let at = 0; at < pcm.length; at += BLOCK) {
    const part = ready.encodeBuffer(pcm.subarray(at, at + BLOCK));
    if (part.length > 0) parts.push(new Uint8Array(part));
  }
  return ready;
}

function finish(ready) {
  const rest = ready.flush();
  if (rest.length > 0) parts.push(new Uint8Array(rest));
  postMessage({ kind: "done", parts });
  parts = [];
  return ready;
}

addEventListener("message", ({ data }) => {
  // One after the other: the encoder may still be loading when the first samples come.
  encoder = encoder.then((ready) => {
    if (data.kind === "start") return start(data);
    return data.kind === "samples" ? encode(ready, data.samples) : finish(ready);
  });
  encoder.catch(() => postMessage({ kind: "failed" }));
});
