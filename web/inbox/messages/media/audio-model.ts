import { signal } from "@preact/signals-react";

/** Speeds of the voice player, in turn. */
export const SPEEDS = [1, 1.5, 2] as const;
/** The chosen speed applies to the next message too. */
export const speed = signal<(typeof SPEEDS)[number]>(1);

export function nextSpeed(): void {
  speed.value = SPEEDS[(SPEEDS.indexOf(speed.peek()) + 1) % SPEEDS.length] ?? 1;
}

let playing: HTMLAudioElement | null = null;

/** One voice at a time: what plays stops when another starts. */
export function startPlaying(audio: HTMLAudioElement): void {
  if (playing !== audio) playing?.pause();
  playing = audio;
  audio.playbackRate = speed.peek();
  void audio.play().catch(() => undefined);
}
