// Short wooden sounds, synthesised when needed: filtered noise over a damped tone.

import { settings } from "./settings.js";

/** @typedef {{pitch: number, length: number, knock: number, after?: number}} Tone seconds and hertz */

/** @type {Record<string, Tone[]>} */
const SOUNDS = {
  move: [{ pitch: 220, length: 0.09, knock: 0.7 }],
  capture: [
    { pitch: 165, length: 0.12, knock: 1 },
    { pitch: 247, length: 0.08, knock: 0.6, after: 0.05 },
  ],
  check: [
    { pitch: 330, length: 0.12, knock: 0.4 },
    { pitch: 440, length: 0.16, knock: 0.3, after: 0.09 },
  ],
  ready: [{ pitch: 523, length: 0.1, knock: 0.1 }],
  refused: [{ pitch: 110, length: 0.12, knock: 0.3 }],
  end: [
    { pitch: 262, length: 0.25, knock: 0.3 },
    { pitch: 330, length: 0.25, knock: 0.2, after: 0.14 },
    { pitch: 392, length: 0.5, knock: 0.2, after: 0.28 },
  ],
};

/** @type {AudioContext | null} */
let context = null;

/**
 * Plays a sound, if sounds are wanted and the browser lets them be heard; nothing depends on it.
 * @param {keyof typeof SOUNDS} name
 */
export function play(name) {
  const { sound, volume } = settings.now;
  if (!sound || volume === 0 || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  // A context that was suspended in the background resumes with the next sound.
  if (context.state === "suspended") context.resume();
  for (const tone of SOUNDS[name] ?? []) strike(context, tone, (volume / 100) ** 2);
}

/**
 * @param {AudioContext} audio
 * @param {Tone} tone
 * @param {number} loudness from 0 to 1
 */
function strike(audio, { pitch, length, knock, after = 0 }, loudness) {
  const start = audio.currentTime + after;
  const out = new GainNode(audio, { gain: 0 });
  out.gain.setValueAtTime(loudness, start);
  out.gain.exponentialRampToValueAtTime(0.001, start + length);
  out.connect(audio.destination);

  const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.7, start + length);
  tone.connect(out);

  const noise = new AudioBufferSourceNode(audio, { buffer: rustle(audio) });
  const wood = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch * 6, Q: 2 });
  noise
    .connect(wood)
    .connect(new GainNode(audio, { gain: knock }))
    .connect(out);

  for (const source of [tone, noise]) {
    source.start(start);
    source.stop(start + length);
  }
}

/** Twenty milliseconds of noise, fading. @param {AudioContext} audio */
function rustle(audio) {
  const buffer = new AudioBuffer({ length: Math.ceil(audio.sampleRate * 0.02), sampleRate: audio.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length);
  return buffer;
}
