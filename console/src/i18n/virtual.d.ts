// Made of messages.json by vite.config.ts: a language alone, and what datagrams that are dropped are counted under.

declare module 'virtual:messages/en' {
  const rows: Readonly<Record<string, string>>;
  export default rows;
}
declare module 'virtual:messages/zh' {
  const rows: Readonly<Record<string, string>>;
  export default rows;
}
/** English words by id. */
declare module 'virtual:messages/drops' {
  const rows: Readonly<Record<string, string>>;
  export default rows;
}
