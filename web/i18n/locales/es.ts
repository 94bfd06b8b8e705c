import type { Dictionary } from "#web/i18n/dictionary.ts";
import { errors } from "./errors-es.ts";
import type { pt } from "./pt.ts";

/** Shared words, Spanish. */
export const es = {
  action: {
    save: "Guardar",
    cancel: "Cancelar",
    close: "Cerrar",
    delete: "Eliminar",
    tryAgain: "Intentar de nuevo",
    undo: "Deshacer",
    search: "Buscar",
    clear: "Limpiar",
    clearSearch: "Limpiar búsqueda",
    refresh: "Actualizar",
    discard: "Descartar",
    showPassword: "Mostrar la contraseña",
    hidePassword: "Ocultar la contraseña",
    keepEditing: "Seguir editando",
  },
  state: {
    loading: "Cargando…",
    partFailed: "No se pudo mostrar esta parte.",
  },
  list: {
    loadFailed: "No se pudo cargar la lista de registros",
    loadingMore: "Cargando más…",
    notFound: "No se encontró nada",
  },
  form: {
    required: "Obligatorio",
    tooShort: "¡Muy corto!",
    tooLong: "¡Muy largo!",
    invalid: "Valor inválido",
    invalidEmail: "Correo inválido",
    inUse: "Ya está en uso",
    unknownVariable: "Este texto tiene una variable que no existe",
    unsavedTitle: "¿Descartar los cambios?",
    unsavedText: "Lo que cambió todavía no se guardó.",
    discard: "Sí, descartar",
    saved: "Guardado con éxito.",
  },
  zero: {
    never: "Nunca",
    unlimited: "Sin límite",
    atOnce: "Al momento",
    forever: "Para siempre",
    noWait: "Sin espera",
    alwaysNew: "Siempre una nueva",
    off: "Desactivado",
    standard: "Valor de la instalación",
  },
  confirm: {
    deleteText: "¿Realmente desea eliminar este registro?",
  },
  page: {
    failedTitle: "Algo salió mal en esta página",
    failedText: "Inténtelo de nuevo. Si continúa, recargue la página.",
    notFoundTitle: "Página no encontrada",
    notFoundText: "Esta dirección no lleva a ningún lugar.",
    goHome: "Ir al inicio",
  },
  toast: {
    region: "Avisos",
  },
  errors,
} as const satisfies Dictionary<typeof pt>;
