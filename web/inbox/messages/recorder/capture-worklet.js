// Runs on the audio thread: hands the microphone's samples to the page in pieces of about 43 ms.
const PIECE = 2048;

class Capture extends AudioWorkletProcessor {
  piece = new Float32Array(PIECE);
  filled = 0;

  process([input]) {
    const samples = input?.[0];
    if (!samples) return true;
    let at = 0;
    while (at < samples.length) {
      const take = Math.min(PIECE - this.filled, samples.length - at);
      this.piece.set(samples.subarray(at, at + take), this.filled);
      this.filled += take;
      at += take;
      if (this.filled < PIECE) continue;
      this.port.postMessage(this.piece, [this.piece.buffer]);
      this.piece = new Float32Array(PIECE);
      this.filled = 0;
    }
    return true;
  }
}

registerProcessor("capture", Capture);
