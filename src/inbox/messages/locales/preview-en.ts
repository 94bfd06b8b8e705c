/** The kinds of messages in previews: lists, quotes, notifications. */
export const preview = {
  image: "Photo",
  sticker: "Sticker",
  audio: "Voice message",
  video: "Video",
  application: "Document",
  locationMessage: "Location",
  vcard: "Contact",
  call_log: "Missed call",
  deleted: "Message deleted",
} as const;
