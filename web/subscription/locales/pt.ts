/** Texts of the subscription, Portuguese: the source of the other languages. */
export const pt = {
  page: {
    title: "Assinatura",
    trial_one: "Seu período de teste termina em {{count}} dia",
    trial_other: "Seu período de teste termina em {{count}} dias",
    trialToday: "Seu período de teste termina hoje",
    trialOver: "Seu período de teste terminou",
    email: "E-mail de cobrança",
    plan: "Plano",
    perMonth: "{{value}} por mês",
    storage: "Espaço para arquivos",
    storageFree: "Sem limite",
    due: "Vencimento",
    subscribe: "Assine Agora!",
    nothing: "Não há nada a pagar agora. A próxima fatura aparece aqui 20 dias antes do vencimento.",
    free: "Não há nada a pagar: esta assinatura é grátis.",
    loadFailed: "Não foi possível carregar a assinatura",
  },
  expired: {
    title: "Assinatura vencida",
    past: "Opss! Sua assinatura venceu {{date}}. Entre em contato com o Suporte para mais informações!",
    mistake: "Houve um engano na cobrança: sua última fatura já está paga. Entre em contato com o suporte.",
    pay: "Pagar agora",
    again: "Verificar de novo",
    logout: "Sair",
    nothing: "Nenhuma fatura em aberto.",
  },
} as const satisfies Record<string, Record<string, string>>;
