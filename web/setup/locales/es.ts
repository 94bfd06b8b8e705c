import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the first-run page, Spanish. */
export const es = {
  page: {
    title: "Preparemos su mostrador",
    text: "Solo falta decir quién administra y para qué empresa. Después, conectar WhatsApp.",
    name: "Su nombre",
    email: "Correo electrónico",
    emailHelp: "Con él entrará.",
    password: "Contraseña",
    passwordHelp: "De 5 a 50 caracteres.",
    companyName: "Nombre de la empresa",
    submit: "Comenzar",
  },
  strength: {
    weak: "Contraseña débil: es corta o muy común. Puede usarla, pero otra protege mejor.",
    fair: "Contraseña razonable.",
    good: "Contraseña buena.",
  },
  closed: {
    title: "La instalación ya fue concluida",
    text: "Esta dirección sirve una sola vez.",
    login: "Ir a la entrada",
  },
  noCode: {
    title: "Falta el código de la dirección",
    text: "Abra la dirección completa que el servidor mostró al iniciar; termina con un código después de #.",
  },
} as const satisfies Dictionary<typeof pt>;
