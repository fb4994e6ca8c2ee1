/** The frame that carried a request is closed. What engines ask only reads, so that another frame may ask it again. */
export class FrameGone extends Error {
  constructor() {
    super('The frame that asked is closed.');
    this.name = 'FrameGone';
  }
}
