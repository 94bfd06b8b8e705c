/** Long work behind the bell, Portuguese: the source of the other languages. */
export const pt = {
  works: {
    title: "Em andamento",
    import: "Importação de contatos: {{name}}",
    campaign: "Campanha: {{name}}",
    export: "Exportação: {{name}}",
    "company-import": "Importação de empresa: {{name}}",
    backup: "Backup da instalação",
    begins: "Começando…",
    count: "{{done}} de {{total}}",
    paused: "pausada",
    soon: "menos de 1 min",
    minutes: "cerca de {{count}} min",
    hours: "cerca de {{count}} h",
    stop: "Parar: {{name}}",
  },
} as const satisfies Record<string, Record<string, string>>;
