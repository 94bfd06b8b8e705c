# The single binary on Alpine: about 140 MB, an ordinary user, everything it keeps in /data.
FROM node:22-alpine AS build
WORKDIR /balcao
COPY . .
ARG TARGETARCH
RUN case "${TARGETARCH:-$(uname -m)}" in \
      arm64|aarch64) platform=linux-arm64-musl ;; \
      *) platform=linux-x64-musl ;; \
    esac \
 && npm run build -- --target=$platform \
 && mv dist/balcao-$platform dist/balcao

FROM alpine:3.22
RUN apk add --no-cache libstdc++ \
 && adduser -D -H -u 10001 balcao \
 && install -d -m 0700 -o balcao -g balcao /data
COPY --from=build /balcao/dist/balcao /usr/local/bin/balcao
COPY LICENSE THIRD_PARTY_NOTICES.md /usr/share/doc/balcao/
USER balcao
ENV DATA_DIR=/data PORT=3000
EXPOSE 3000
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD wget -q -O /dev/null "http://127.0.0.1:$PORT/healthz"
ENTRYPOINT ["balcao"]
CMD ["serve"]
