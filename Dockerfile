# The single binary with the libraries it needs and nothing else: an ordinary user, everything it keeps in /data.
FROM node:22-bookworm-slim AS build
WORKDIR /balcao
COPY . .
RUN npm run build

# What the binary needs of a system: the C and C++ libraries, and a small shell with wget to look into the container.
FROM debian:12-slim AS system
RUN apt-get update && apt-get install -y --no-install-recommends busybox-static libstdc++6
COPY --from=build /balcao/dist/balcao /usr/local/bin/balcao
RUN mkdir -p /image/usr/local/bin /image/bin /image/etc \
 && for file in $(ldd /usr/local/bin/balcao /usr/lib/*-linux-gnu/libstdc++.so.6 | grep -o '/[^ :]*\.so[^ :]*' | sort -u); do \
      cp -L --parents "$file" /image; \
    done \
 && cp /bin/busybox /image/bin/busybox \
 && for tool in sh ls cat wget; do ln -s busybox "/image/bin/$tool"; done \
 && echo 'balcao:x:10001:10001::/data:/bin/sh' >/image/etc/passwd \
 && echo 'balcao:x:10001:' >/image/etc/group \
 && echo 'hosts: files dns' >/image/etc/nsswitch.conf \
 && install -d -m 1777 /image/tmp \
 && install -d -m 0700 -o 10001 -g 10001 /image/data

FROM scratch
COPY --from=system /image /
COPY --from=build /balcao/dist/balcao /usr/local/bin/balcao
COPY LICENSE THIRD_PARTY_NOTICES.md /usr/share/doc/balcao/
USER balcao
ENV PATH=/usr/local/bin:/bin DATA_DIR=/data PORT=3000
EXPOSE 3000
VOLUME /data
# By TLS of its own the health is told at the plain port.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD wget -q -O /dev/null "http://127.0.0.1:$PORT/healthz" || wget -q -O /dev/null "http://127.0.0.1:${TLS_HTTP_PORT:-80}/healthz"
ENTRYPOINT ["balcao"]
CMD ["serve"]
