import { route } from "#tenants/route.ts";
import { BrandAnswer, BrandBody } from "./contract.ts";
import { type BrandOwner, changeBrand, putLogo, readBrand, removeLogo } from "./write.ts";

interface Owner {
  readonly whose: BrandOwner;
  readonly path: string;
  readonly who: { readonly access: "super"; readonly cell: "home" } | { readonly access: "admin" };
  readonly audit: string;
  /** The owner of the brand, and the brand used for its empty fields. */
  readonly words: readonly [string, string];
}

const OWNERS: readonly Owner[] = [
  {
    whose: "provider",
    path: "/brand",
    who: { access: "super", cell: "home" },
    audit: "brand.changed",
    words: ["which the provider offers the product", "product"],
  },
  {
    whose: "company",
    path: "/company-brand",
    who: { access: "admin" },
    audit: "company-brand.changed",
    words: ["which the company's people see the product", "provider"],
  },
];

const routesOf = ({ whose, path, who, audit, words: [seen, above] }: Owner) => [
  route({
    method: "GET",
    path,
    ...who,
    summary: `Name, colour and logo under ${seen}`,
    answer: BrandAnswer,
    handle: ({ ctx }) => readBrand(ctx, whose),
  }),
  route({
    method: "PUT",
    path,
    ...who,
    audit,
    summary: `Another name or colour; empty = the ${above}'s`,
    body: BrandBody,
    answer: BrandAnswer,
    handle: ({ ctx, body }) => changeBrand(ctx, whose, body),
  }),
  route({
    method: "POST",
    path: `${path}/logo`,
    ...who,
    audit,
    summary: "The logo (multipart `file`: PNG, WebP or JPEG, at most 2 MB)",
    rawBody: true,
    answer: BrandAnswer,
    handle: ({ ctx, request }) => putLogo(ctx, whose, request),
  }),
  route({
    method: "DELETE",
    path: `${path}/logo`,
    ...who,
    audit,
    summary: `Back to the ${above}'s logo`,
    answer: BrandAnswer,
    handle: ({ ctx }) => removeLogo(ctx, whose),
  }),
];

export const brandRoutes = OWNERS.flatMap(routesOf);
