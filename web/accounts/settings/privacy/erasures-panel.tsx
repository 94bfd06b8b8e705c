import { useSignals } from "@preact/signals-react/runtime";
import Download from "lucide-react/icons/download";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useState } from "react";
import { Link } from "react-aria-components/Link";
import type { ContactErasure } from "#operations/privacy/contract.ts";
import { language } from "#web/i18n/language.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { saveFile } from "#web/lib/page/save-file.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { privacyTexts } from "./locales/index.ts";
import { PrivacyPanel } from "./panel.tsx";
import { useLoaded } from "./use-loaded.ts";

interface Page {
  readonly erasures: readonly ContactErasure[];
  readonly hasMore: boolean;
}
const read = (pageNumber: number) => api.get<Page>("/contact-erasures", { query: { pageNumber } });

/** Contacts erased by the company: the erasure certificates, without personal data. */
export function ErasuresPanel() {
  useSignals();
  const t = useText(privacyTexts);
  const loaded = useLoaded(() => read(1));
  const [pages, setPages] = useState(1);
  const more = async ({ erasures }: Page) => {
    try {
      const next = await read(pages + 1);
      setPages(pages + 1);
      loaded.put({ ...next, erasures: [...erasures, ...next.erasures] });
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <PrivacyPanel title={t("erasures.title")} help={t("erasures.help")} loaded={loaded}>
      {(page) =>
        page.erasures.length === 0 ? (
          <div className="panel">
            <EmptyState
              picture={<ShieldCheck />}
              title={t("erasures.emptyTitle")}
              text={t("erasures.emptyText")}
              action={
                <Link href="/contacts" className="button button-secondary button-m">
                  {t("erasures.toContacts")}
                </Link>
              }
            />
          </div>
        ) : (
          <>
            <ErasuresTable rows={page.erasures} />
            {page.hasMore ? (
              <Button size="s" variant="ghost" onPress={() => void more(page)}>
                {t("erasures.next")}
              </Button>
            ) : null}
          </>
        )
      }
    </PrivacyPanel>
  );
}

function ErasuresTable({ rows }: { readonly rows: readonly ContactErasure[] }) {
  const t = useText(privacyTexts);
  return (
    <DataTable
      label={t("erasures.title")}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "who",
          title: t("erasures.who"),
          card: "title",
          cell: ({ contactId, contacts }) => (
            <b>
              {contactId === null
                ? t("erasures.all", { count: contacts })
                : t("erasures.contact", { id: String(contactId) })}
            </b>
          ),
        },
        {
          id: "when",
          title: t("erasures.when"),
          card: "named",
          cell: ({ erasedAt }) => formatDateTime(erasedAt),
        },
        {
          id: "by",
          title: t("erasures.by"),
          card: "named",
          cell: ({ userName }) => userName || t("erasures.system"),
        },
        {
          id: "counts",
          title: t("erasures.counts"),
          card: "named",
          cell: ({ counts: { messages = 0, files = 0 } }) =>
            [
              messages > 0 && t("erasures.messages", { count: messages }),
              files > 0 && t("erasures.files", { count: files }),
            ]
              .filter((part) => part !== false)
              .join(" · ") || t("erasures.more"),
        },
        {
          id: "certificate",
          title: t("erasures.certificate"),
          card: "corner",
          cell: (erasure) => <Certificate erasure={erasure} />,
        },
      ]}
    />
  );
}

function Certificate({ erasure: { id, uuid } }: { readonly erasure: ContactErasure }) {
  const t = useText(privacyTexts);
  const code = uuid.slice(0, 8);
  const fetchIt = async () => {
    try {
      const query = { language: language.value };
      saveFile(await api.file(`/contact-erasures/${id}/certificate`, { query }), `certificado-${code}.txt`);
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <IconButton label={t("erasures.certificateOf", { code })} onPress={() => void fetchIt()}>
      <Download />
    </IconButton>
  );
}
