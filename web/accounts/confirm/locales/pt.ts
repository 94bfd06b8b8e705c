/** Texts of the confirmation of an e-mail, Portuguese: the source of the other languages. */
export const pt = {
  page: {
    title: "Confirme o seu e-mail",
    invited: "Falta só um toque para começar a usar a sua conta.",
    typed: "Informe o código do e-mail que enviamos.",
    code: "Código",
    submit: "Confirmar e-mail",
    toLogin: "Ir para o login",
    toSignup: "Criar conta de novo",
  },
  done: {
    signedIn: "E-mail confirmado. Boas-vindas!",
    confirmed: "E-mail confirmado. Entre com a senha que você criou.",
  },
  problem: {
    title: "Este link não funcionou",
    usedTitle: "E-mail já confirmado",
    used: "Este link já foi usado e a sua conta está pronta. Entre com o seu e-mail e a sua senha.",
    replaced: "Enviamos um link mais novo para o mesmo e-mail. Abra a mensagem mais recente.",
    expired: "Este link venceu. Entre com o seu e-mail e a sua senha para receber outro.",
    unknown:
      "Este código não vale. Confira se o copiou por inteiro; se faz mais de uma semana que você criou a conta, crie de novo.",
    email: "Este e-mail já tem uma conta. Entre com ele ou crie a conta com outro e-mail.",
    plan: "O plano que você escolheu não está mais disponível. Crie a conta de novo com outro plano.",
    closed: "No momento não aceitamos novas contas. Fale com o suporte.",
  },
} as const satisfies Record<string, Record<string, string>>;
