/** The kinds of messages in previews: lists, quotes, notifications. */
export const preview = {
  image: "Foto",
  sticker: "Sticker",
  audio: "Audio",
  video: "Video",
  application: "Documento",
  locationMessage: "Ubicación",
  vcard: "Contacto",
  call_log: "Llamada perdida",
  deleted: "Mensaje eliminado",
} as const;
