/** A suggested value as it is, without the quotes that it has in a query. */
export const bare = (text: string) => text.replace(/^"(.*)"$/, '$1').replace(/\\(.)/g, '$1');
