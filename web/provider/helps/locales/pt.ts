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
  admin: {
    add: "Adicionar vídeo",
    search: "Buscar vídeos",
    emptyTitle: "Nenhum vídeo de ajuda ainda",
    emptyText: "Adicione o primeiro vídeo; todas as empresas o veem na Central de ajuda.",
    title: "Título",
    video: "Vídeo",
    actions: "Ações",
    edit: "Editar {{title}}",
    delete: "Excluir {{title}}",
    addTitle: "Novo vídeo",
    editTitle: "Editar vídeo",
    description: "Descrição",
    code: "Código do vídeo",
    codeHelp: "As letras depois de watch?v= no endereço do YouTube.",
    saved: "Operação realizada com sucesso!",
    failed:
      "Não foi possível realizar a operação. Verifique se já existe uma ajuda com o mesmo título ou se os campos foram preenchidos corretamente.",
    removeTitle: "Excluir {{title}}?",
    removeFailed: "Não foi possível realizar a operação.",
  },
  news: {
    title: "Novidades",
    running: "Versão em uso: {{version}}",
    next: "Nesta versão",
  },
} as const satisfies Record<string, Record<string, string>>;
