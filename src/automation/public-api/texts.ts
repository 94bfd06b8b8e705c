/**
 * Messages of the send API: other systems write them to their logs, so they have one language
 * (docs/rules/send-api.md).
 */
export const QUEUED = "Mensagem enfileirada";

const REFUSED = "Não foi possível enviar a mensagem";

const TEXTS: Readonly<Record<string, string>> = {
  ERR_INVALID_API_TOKEN: "Token inválido: use o token da conexão no cabeçalho Authorization",
  ERR_SUBSCRIPTION_EXPIRED: "A assinatura da empresa está vencida",
  ERR_PLAN_FEATURE: "O plano da empresa não inclui a API de mensagens",
  ERR_NO_PERMISSION: "Esta chave não serve para enviar mensagens",
  ERR_NO_WAPP_FOUND: "Conexão não encontrada",
  ERR_NO_DEF_WAPP_FOUND: "A empresa não tem uma conexão padrão",
  ERR_RATE_LIMIT: "Limite de chamadas por minuto atingido",
  ERR_VALIDATION: "Campos inválidos",
  ERR_WAPP_INVALID_CONTACT: "Este número não existe no WhatsApp",
  ERR_NUMBER_RESTRICTED: "Este número não pode iniciar novas conversas agora",
  ERR_NEEDS_PHONE: "O telefone deste contato não é conhecido",
  ERR_NOT_SUPPORTED: "Esta conexão não envia para números",
  ERR_NO_MESSAGE_FOUND: "Mensagem não encontrada",
  ERR_QUOTE_OTHER_CONNECTION: "A mensagem citada é de outra conexão",
  ERR_QUOTE_NOT_POSSIBLE: "A mensagem citada foi apagada ou não chegou ao contato",
  ERR_IDEMPOTENCY_MISMATCH: "Esta Idempotency-Key já foi usada com outro conteúdo",
  ERR_IDEMPOTENCY_IN_PROGRESS: "A primeira chamada com esta Idempotency-Key ainda está em andamento",
  ERR_MEDIA_TOO_LARGE: "Arquivo grande demais",
  ERR_MEDIA_TYPE: "Tipo de arquivo não aceito",
  ERR_AUDIO_TOO_SHORT: "Áudio curto demais",
  ERR_CREATING_MESSAGE: "Erro ao criar a mensagem no banco de dados",
  ERR_SERVER_BUSY: "Servidor ocupado; tente de novo em alguns segundos",
  ERR_STORAGE_FULL: "Sem espaço em disco no servidor",
};

/** The message of an error code, for the logs of other systems. */
export const textOfError = (code: string): string => TEXTS[code] ?? REFUSED;
