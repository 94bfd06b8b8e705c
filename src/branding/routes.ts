import { route } from "#tenants/route.ts";
import { BrandAnswer, BrandBody } from "./contract.ts";
import { brandOf } from "./read.ts";
import { changeBrand, putLogo, removeLogo } from "./write.ts";

export const brandRoutes = [
  route({
    method: "GET",
    path: "/brand",
    access: "super",
    summary: "Name, colour and logo under which the provider offers the product",
    answer: BrandAnswer,
    handle: ({ ctx }) => brandOf(ctx.tenant.installation),
  }),
  route({
    method: "PUT",
    path: "/brand",
    access: "super",
    audit: "brand.changed",
    summary: "Another name or colour",
    body: BrandBody,
    answer: BrandAnswer,
    handle: ({ ctx, body }) => changeBrand(ctx, body),
  }),
  route({
    method: "POST",
    path: "/brand/logo",
    access: "super",
    audit: "brand.changed",
    summary: "The logo (multipart `file`: PNG, WebP or JPEG, at most 2 MB)",
    rawBody: true,
    answer: BrandAnswer,
    handle: ({ ctx, request }) => putLogo(ctx, request),
  }),
  route({
    method: "DELETE",
    path: "/brand/logo",
    access: "super",
    audit: "brand.changed",
    summary: "Back to the product's own logo",
    answer: BrandAnswer,
    handle: ({ ctx }) => removeLogo(ctx),
  }),
];
