const LOOK_MS = 500;

/**
 * Ends this process, as by SIGTERM, once its parent has ended: npm runs commands in a shell, and a signal to npm (`npm start`,
 * `npx`) ends that shell alone. A command that npm does not run may outlive its parent.
 */
export function endWithNpm() {
  if (process.env.npm_command === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS).unref();
}
