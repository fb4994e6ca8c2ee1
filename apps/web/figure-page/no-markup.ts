/** In place of DOMPurify: a page of figures shows no HTML of a reader, so none may pass. */
export default function refuse(): never {
  throw new Error('A page of figures shows no HTML.');
}
