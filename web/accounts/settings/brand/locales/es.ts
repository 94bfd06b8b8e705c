import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the brand form, Spanish. */
export const es: Dictionary<typeof pt> = {
  provider: {
    title: "Marca del producto",
    help: "Nombre, logo y color que ven las empresas: entrada, registro, barra superior, pestaña, correos y aplicación instalada.",
  },
  company: {
    title: "Marca de la empresa",
    help: "Nombre, logo y color que ven las personas de esta empresa después de entrar: barra superior, botones, pestaña y aplicación instalada. Lo que quede en blanco sigue la marca del proveedor.",
  },
  brand: {
    name: "Nombre mostrado",
    nameHelp: "En blanco, vale {{name}}.",
    own: "Usar un color propio",
    color: "Color principal",
    other: "Otro color",
    light: "Tema claro",
    dark: "Tema oscuro",
    sample: "Botón",
    text: "Texto destacado",
    ratio: "Contraste {{ratio}}:1",
    ratioOwn: "Blanco sobre el color elegido tiene un contraste de {{ratio}}:1.",
    moved: "Ajustamos el tono hasta {{ratio}}:1, para que todos puedan leerlo (mínimo 4,5:1).",
    kept: "El color se usa tal como está.",
    logo: "Logo",
    logoHelp:
      "PNG, WebP o JPEG, hasta 2 MB; una imagen cuadrada se ve más grande. También es el icono de la pestaña y de la aplicación.",
    attach: "Subir logo",
    replace: "Cambiar logo",
    remove: "Quitar logo",
    tooLarge: "El archivo supera los 2 MB.",
    save: "Guardar marca",
    saved: "Marca guardada. Quien tiene la página abierta ya la ve.",
    failed: "No se pudo cargar la marca",
    nameShort: "Use de 2 a 40 letras.",
  },
};
