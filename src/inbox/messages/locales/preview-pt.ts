/** The kinds of messages in previews: lists, quotes, notifications. */
export const preview = {
  image: "Foto",
  sticker: "Figurinha",
  audio: "Áudio",
  video: "Vídeo",
  application: "Documento",
  locationMessage: "Localização",
  vcard: "Contato",
  call_log: "Chamada perdida",
  deleted: "Mensagem apagada",
} as const;
