import type { Channel } from "#channels/connections/contract.ts";
import "./channel-icon.css";

const NAMES: Readonly<Record<Channel, string>> = {
  whatsapp: "WhatsApp",
  facebook: "Messenger",
  instagram: "Instagram",
};

/** Name of a channel; the same in every language. */
export const channelName = (channel: Channel): string => NAMES[channel];

/** The icon of a channel in the colour of the surrounding text; named for screen readers unless `isSilent`. */
export function ChannelIcon({
  channel,
  isSilent = false,
}: {
  readonly channel: Channel;
  /** True where the name is shown beside it. */
  readonly isSilent?: boolean;
}) {
  const picture = (
    <svg
      className="channel-icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={SHAPES[channel]} />
    </svg>
  );
  if (isSilent) return picture;
  const name = NAMES[channel];
  return (
    <span role="img" aria-label={name} title={name}>
      {picture}
    </span>
  );
}

const SHAPES: Readonly<Record<Channel, string>> = {
  // A speech bubble with a telephone receiver (WhatsApp).
  whatsapp:
    "M3 21l1.7-4.9A8.9 8.9 0 1 1 8.2 19.4L3 21M9 8.6c0 3.6 2.8 6.4 6.4 6.4l1-2-2.2-1.2-1 1a5 5 0 0 1-2-2l1-1L11 7.6z",
  // A round bubble with a bolt (Messenger).
  facebook:
    "M12 3c5.2 0 9 3.8 9 8.6 0 4.9-3.8 8.6-9 8.6-1 0-1.9-.1-2.7-.4L6 21.5v-2.9C4.1 17 3 14.5 3 11.6 3 6.8 6.8 3 12 3M7.5 13.5l3-3.2 2.5 2.2 3.5-3",
  // A camera (Instagram).
  instagram:
    "M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5M12 8.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7M16.8 7.200h.01",
};
