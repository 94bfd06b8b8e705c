import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the plans, Spanish. */
export const es: Dictionary<typeof pt> = {
  page: {
    title: "Planes",
    add: "Agregar plan",
    search: "Buscar plan",
    emptyTitle: "Todavía no hay planes",
    emptyText: "Cree un plan con límites, recursos y precio, y ofrézcalo a las empresas.",
  },
  column: {
    name: "Nombre",
    limits: "Límites",
    features: "Recursos",
    value: "Precio por mes",
    companies: "Empresas",
    actions: "Acciones",
  },
  row: {
    limits: "Usuarios: {{users}} · Conexiones: {{connections}} · Colas: {{queues}}",
    storage: "Archivos: {{storage}}",
    noStorageLimit: "sin límite",
    hidden: "No se ofrece",
    allFeatures: "Todos",
    noFeatures: "Ninguno",
    edit: "Editar {{name}}",
    delete: "Eliminar {{name}}",
  },
  form: {
    addTitle: "Nuevo plan",
    editTitle: "Editar plan",
    name: "Nombre",
    users: "Usuarios",
    connections: "Conexiones",
    queues: "Colas",
    storage: "Archivos",
    storageHelp: "Sin espacio, los mensajes siguen llegando; solo los archivos esperan.",
    value: "Precio",
    valueHelp: "Por mes, en reales.",
    limits: "Límites",
    features: "Recursos",
    enabled: "Ofrecer en el registro",
    enabledHelp: "Quien se registra por su cuenta puede elegir este plan.",
    saved: "¡Operación realizada con éxito!",
    failed:
      "No se pudo realizar la operación. Verifique si ya existe un plan con el mismo nombre o si los campos se completaron correctamente.",
  },
  flag: {
    useCampaigns: "Campañas",
    useSchedules: "Mensajes programados",
    useInternalChat: "Chat interno",
    useExternalApi: "API externa",
    useKanban: "Kanban",
    useOpenAi: "Inteligencia artificial",
    useIntegrations: "Integraciones",
  },
  remove: {
    title: "¿Eliminar {{name}}?",
    deleted: "¡Operación realizada con éxito!",
    failed: "No se pudo realizar la operación.",
    inUse: "No se pudo realizar la operación. Hay empresas con este plan.",
  },
};
