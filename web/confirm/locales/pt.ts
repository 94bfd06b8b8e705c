/** Texts of the confirmation of an e-mail, Portuguese: the source of the other languages. */
export const pt = {
  page: {
    title: "Confirme o seu e-mail",
    invited: "Falta só um toque para começar a usar a sua conta.",
    typed: "Informe o código do e-mail que enviamos.",
    code: "Código",
    submit: "Confirmar e-mail",
    done: "E-mail confirmado. Já pode efetuar o login!",
    wrong:
      "Este link foi usado, substituído por outro ou venceu. Entre com e-mail e senha para pedir um novo.",
    toLogin: "Ir para o login",
  },
} as const satisfies Record<string, Record<string, string>>;
