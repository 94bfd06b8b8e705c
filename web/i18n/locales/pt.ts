import { errors } from "./errors-pt.ts";

/** Shared words, Portuguese: the source of the other languages. */
export const pt = {
  action: {
    save: "Salvar",
    cancel: "Cancelar",
    close: "Fechar",
    delete: "Excluir",
    tryAgain: "Tentar de novo",
    undo: "Desfazer",
    search: "Buscar",
    clear: "Limpar",
    clearSearch: "Limpar busca",
    refresh: "Atualizar",
    discard: "Descartar",
    showPassword: "Mostrar a senha",
    hidePassword: "Esconder a senha",
    keepEditing: "Continuar editando",
  },
  state: {
    loading: "Carregando…",
    partFailed: "Não foi possível mostrar esta parte.",
  },
  list: {
    loadFailed: "Não foi possível carregar a lista de registros",
    loadingMore: "Carregando mais…",
    notFound: "Nada encontrado",
  },
  form: {
    required: "Obrigatório",
    tooShort: "Muito curto!",
    tooLong: "Muito longo!",
    invalid: "Valor inválido",
    invalidEmail: "E-mail inválido",
    inUse: "Já está em uso",
    unknownVariable: "Há uma variável que não existe neste texto",
    unsavedTitle: "Descartar alterações?",
    unsavedText: "O que você mudou ainda não foi salvo.",
    discard: "Sim, descartar",
    saved: "Salvo com sucesso.",
  },
  zero: {
    never: "Nunca",
    unlimited: "Sem limite",
    atOnce: "Na hora",
    forever: "Para sempre",
    noWait: "Sem espera",
    alwaysNew: "Sempre um novo",
    off: "Desligado",
    standard: "Padrão da instalação",
  },
  confirm: {
    deleteText: "Deseja realmente excluir esse registro?",
  },
  page: {
    failedTitle: "Algo deu errado nesta página",
    failedText: "Tente de novo. Se continuar assim, atualize a página.",
    notFoundTitle: "Página não encontrada",
    notFoundText: "O endereço não leva a lugar nenhum.",
    goHome: "Ir para o início",
  },
  toast: {
    region: "Avisos",
  },
  errors,
} as const satisfies Record<string, Record<string, string>>;
