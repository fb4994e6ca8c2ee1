/** Sends a message to the process that started this one. Ends this process if that one has gone. */
export function sendToParent(message: object | string): void {
  process.send?.(message, (error: Error | null) => {
    if (error) process.exit();
  });
}
