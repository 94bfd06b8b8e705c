/** Texts of the help gallery, Portuguese: the source of the other languages. */
export const pt = {
  page: {
    title: "Central de ajuda ({{count}})",
    plainTitle: "Central de ajuda",
    search: "Buscar vídeos",
    emptyTitle: "Nenhum vídeo de ajuda ainda",
    emptyText: "Quando houver vídeos explicando o sistema, eles aparecem aqui.",
  },
  video: {
    watch: "Assistir: {{title}}",
    consent: "Ao assistir, o vídeo é carregado do YouTube, que recebe o endereço deste computador.",
    play: "Assistir no YouTube",
    cancel: "Agora não",
    close: "Fechar o vídeo",
  },
} as const satisfies Record<string, Record<string, string>>;
