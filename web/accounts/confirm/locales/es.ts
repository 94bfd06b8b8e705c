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
    toLogin: "Ir al inicio de sesión",
    toSignup: "Registrarse de nuevo",
  },
  done: {
    signedIn: "Correo confirmado. ¡Le damos la bienvenida!",
    confirmed: "Correo confirmado. Entre con la contraseña que eligió.",
  },
  problem: {
    title: "Este enlace no funcionó",
    usedTitle: "Correo ya confirmado",
    used: "Este enlace ya se usó y su cuenta está lista. Entre con su correo y su contraseña.",
    replaced: "Enviamos un enlace más nuevo al mismo correo. Abra el mensaje más reciente.",
    expired: "Este enlace venció. Entre con su correo y su contraseña para recibir otro.",
    unknown:
      "Este código no es válido. Revise que lo copió completo; si se registró hace más de una semana, regístrese de nuevo.",
    email: "Este correo ya tiene una cuenta. Entre con él o regístrese con otro correo.",
    plan: "El plan que eligió ya no está disponible. Regístrese de nuevo con otro plan.",
    closed: "Por el momento no aceptamos cuentas nuevas. Hable con soporte.",
  },
};
