import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the confirmation of an e-mail, Spanish. */
export const es: Dictionary<typeof pt> = {
  page: {
    title: "Confirme su correo",
    invited: "Falta solo un toque para empezar a usar su cuenta.",
    typed: "Escriba el código del correo que enviamos.",
    code: "Código",
    submit: "Confirmar correo",
    done: "Correo confirmado. ¡Ya puede iniciar sesión!",
    wrong:
      "Este enlace fue usado, reemplazado por otro o venció. Entre con correo y contraseña para pedir uno nuevo.",
    toLogin: "Ir al inicio de sesión",
  },
};
