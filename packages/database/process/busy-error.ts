/** Too many calls wait already, or a process for them cannot be started. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
  constructor(message = 'The server is busy. Try again in a moment.') {
    super(message);
  }
}
