// What a proxy calls the tools of the server behind it.

/** All tools that are listed, page by page. */
export const listTools = async (client) => {
  const tools = [];
  let cursor;
  for (let page = 0; page < 10; page++) {
    const { result } = await client.request('tools/list', cursor === undefined ? {} : { cursor });
    tools.push(...(result?.tools ?? []));
    cursor = result?.nextCursor;
    if (cursor === undefined) break;
  }
  return tools;
};

/** What stands before the names: found by a tool that the server surely has. */
export const prefixOf = (tools, known) => {
  const listed = tools.find(({ name }) => name === known || name.endsWith(`_${known}`));
  return listed?.name.slice(0, -known.length) ?? '';
};

/** A client that calls tools by the server's own names. */
export const calling = async (client, known) => {
  const prefix = prefixOf(await listTools(client), known);
  return { ...client, prefix, call: (name, args, meta) => client.call(`${prefix}${name}`, args, meta) };
};

/** The tools by the server's own names. */
export const toolsOf = async (client) =>
  (await listTools(client)).map((tool) => ({
    ...tool,
    name: tool.name.startsWith(client.prefix) ? tool.name.slice(client.prefix.length) : tool.name,
  }));
