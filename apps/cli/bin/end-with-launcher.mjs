/** Preloaded by processes whose launcher keeps a channel to them: they end with it, also after kill -9. */

// Threads preload this too.
if (process.channel) {
  process.once('disconnect', () => {
    // As by the signal of a service manager; at the latest after 20 s: calls have 10 s to end.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20_000).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // An open channel would keep a finished command from ending.
  process.channel.unref();
}
