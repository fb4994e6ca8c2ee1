/** The frame that carried a request is closed. The engine only reads, so that another frame may repeat the request. */
export class FrameClosedError extends Error {
  constructor() {
    super('The frame of this request is closed.');
    this.name = 'FrameClosedError';
  }
}
