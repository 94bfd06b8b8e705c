import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the first-run page, Spanish. */
export const es = {
  page: {
    title: "Preparemos todo para empezar",
    text: "Solo falta indicar quién administra y cuál es la empresa. Después, conecte WhatsApp.",
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
    title: "La instalación ya está completa",
    text: "Esta dirección funciona una sola vez.",
    login: "Ir al inicio de sesión",
  },
  noCode: {
    title: "Falta el código de la dirección",
    text: "Abra la dirección completa que el servidor mostró al iniciar; termina con un código después de #.",
  },
} as const satisfies Dictionary<typeof pt>;
