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
    edit: "Editar",
    add: "Agregar",
    confirm: "Confirmar",
    tryAgain: "Intentar de nuevo",
    undo: "Deshacer",
    back: "Volver",
    next: "Siguiente",
    more: "Más opciones",
    search: "Buscar",
    clear: "Limpiar",
    copy: "Copiar",
    copied: "Copiado",
    refresh: "Actualizar",
    download: "Descargar",
    send: "Enviar",
    open: "Abrir",
    discard: "Descartar",
    showPassword: "Mostrar la contraseña",
    hidePassword: "Ocultar la contraseña",
    keepEditing: "Seguir editando",
  },
  state: {
    loading: "Cargando…",
    saving: "Guardando…",
    sending: "Enviando…",
    none: "Ninguno",
    yes: "Sí",
    no: "No",
    online: "En línea",
    offline: "Desconectado",
    required: "obligatorio",
  },
  list: {
    loadFailed: "No se pudo cargar la lista de registros",
    empty: "Todavía no hay nada aquí",
    loadingMore: "Cargando más…",
    notFound: "No se encontró nada",
    startTyping: "Escriba al menos {{count}} caracteres",
  },
  form: {
    required: "Obligatorio",
    tooShort: "¡Muy corto!",
    tooLong: "¡Muy largo!",
    invalid: "Valor inválido",
    invalidEmail: "Correo inválido",
    unsavedTitle: "¿Descartar los cambios?",
    unsavedText: "Lo que cambió todavía no se guardó.",
    saved: "Guardado con éxito.",
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
  upload: {
    progress: "Envío de {{name}}",
  },
  errors,
} as const satisfies Dictionary<typeof pt>;
