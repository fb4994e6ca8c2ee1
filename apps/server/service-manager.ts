import { execFile } from 'node:child_process';

/**
 * Reports to systemd that the server is ready and, with WatchdogSec, that its event loop still runs: a hung server is
 * restarted. Node has no Unix datagram sockets, so systemd-notify sends (NotifyAccess=all).
 */
export function notifySystemd(environment: NodeJS.ProcessEnv): void {
  if (!environment.NOTIFY_SOCKET) return;
  const notify = (state: string) => {
    execFile('systemd-notify', [state], error => {
      if (error) process.stderr.write(`systemd-notify ${state}: ${error.message}\n`);
    });
  };
  notify('READY=1');
  const limitMs = Number(environment.WATCHDOG_USEC) / 1000;
  if (limitMs > 0) setInterval(notify, limitMs / 3, 'WATCHDOG=1').unref();
}
