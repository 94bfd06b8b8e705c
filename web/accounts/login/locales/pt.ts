/** Texts of the login page, Portuguese: the source of the other languages. */
export const pt = {
  page: {
    title: "Entrar",
    welcome: "Bem-vindo de volta",
    text: "Entre para atender seus clientes.",
    email: "E-mail",
    password: "Senha",
    submit: "Entrar",
    forgot: "Esqueci minha senha",
    signup: "Criar conta",
    term: "Termos de uso",
    privacy: "Privacidade",
  },
  due: {
    soon_one: "Sua assinatura vence em {{count}} dia(s)",
    soon_other: "Sua assinatura vence em {{count}} dia(s)",
    pay: "Pagar agora",
    past: "Opss! Sua assinatura venceu {{date}}. Entre em contato com o Suporte para mais informações!",
    mistake: "Houve um engano na cobrança: sua última fatura já está paga. Entre em contato com o suporte.",
  },
  confirm: {
    waits: "Falta confirmar o seu e-mail: abra o link que enviamos para {{email}}.",
    code: "Tenho um código",
    again: "Enviar de novo",
    sent: "Se a conta ainda espera a confirmação, um novo link está a caminho. Só o mais recente vale.",
  },
  setup: {
    open: "Esta instalação ainda não foi configurada. Abra o endereço de configuração que o servidor mostrou ao iniciar.",
  },
} as const satisfies Record<string, Record<string, string>>;
