import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a PostgreSQL that can stop passing on without a word, as a network or a machine does. */
export async function startFreezingProxy(databaseUrl: string) {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const { port, hostname } = new URL(databaseUrl);
  const proxy = createServer(socket => {
    sockets.add(socket.on('error', () => {}));
    if (isFrozen) return;
    const target = connect(Number(port), hostname).on('error', () => {});
    sockets.add(target);
    socket.pipe(target).pipe(socket);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const own = new URL(databaseUrl);
  own.port = String((proxy.address() as { port: number }).port);
  return {
    databaseUrl: own.href,
    /** Present connections pass nothing on any more; nor do later ones, unless `onlyPresent`. */
    freeze({ onlyPresent = false } = {}) {
      isFrozen = !onlyPresent;
      for (const socket of sockets) socket.unpipe();
    },
    /** Later connections pass on again. */
    thaw() {
      isFrozen = false;
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
