/** What the server tells admins, Portuguese: the source of the other languages. */
export const pt = {
  notice: {
    connection_logged_out: "{{name}}: a sessão foi encerrada no celular.",
    connection_blocked: "{{name}}: o número foi bloqueado pelo WhatsApp.",
    connection_replaced: "{{name}}: outra sessão tomou o lugar desta.",
    connection_no_traffic: "{{name}}: a conexão parou de receber dados.",
    connection_session_damaged: "{{name}}: os dados da sessão estão danificados.",
    connection_token_invalid: "{{name}}: o acesso à conta expirou ou foi retirado. Conecte de novo.",
    inbound_failed: "Uma mensagem recebida não pôde ser guardada.",
    mail_failed: "Um e-mail para {{name}} não pôde ser entregue.",
    ticket_orphan: "Há um atendimento esperando sem ninguém para cuidar dele.",
    contact_import_done: "A importação de contatos terminou. {{name}}",
    distribution_off: "{{name}}: a distribuição foi desligada, sobrou menos de 2 usuários.",
    loop_guard: "O robô parou em um atendimento para não se repetir. Alguém precisa assumir.",
    campaign_paused: "{{name}}: a campanha parou.",
    campaign_missed: "{{name}}: a campanha não começou.",
    payment_unclear: "Um pagamento de {{name}} não fecha com a fatura. Confira em Financeiro.",
    support_entered: "{{name}}, do suporte, entrou nesta empresa.",
    backup_failed: "O backup falhou: {{name}}.",
    certificate_failed: "O certificado HTTPS não foi renovado: {{name}}.",
    company_export: "{{name}}: a exportação terminou.",
    storage_nearly_full: "Os arquivos da empresa já ocupam 80% do espaço do plano.",
    storage_full:
      "Sem espaço: libere espaço ou amplie o plano. As mensagens continuam chegando, sem os arquivos.",
    retention_done: "A limpeza programada terminou. {{name}}",
    other: "Há algo que precisa de atenção. {{name}}",
  },
} as const satisfies Record<string, Record<string, string>>;
