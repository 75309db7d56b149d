/*
 * All of a session is one hash, so that no part of it can expire or be evicted without the rest: an approval whose use was
 * forgotten would count again. Fields: r:<id> request, a:<id> request and answer, u:<id> the call that used it, x:<id>
 * taken back, k:<key> ids found under a key.
 */

/** Keeps a request. ARGV: id, text, milliseconds to live. */
export const addRequestScript: string = `
local h = KEYS[1]
if redis.call('HSETNX', h, 'r:' .. ARGV[1], ARGV[2]) == 0 then return 0 end
if redis.call('PTTL', h) < tonumber(ARGV[3]) then redis.call('PEXPIRE', h, ARGV[3]) end
return 1`;

/** Reads a request. ARGV: id. */
export const findRequestScript: string = `return redis.call('HGET', KEYS[1], 'r:' .. ARGV[1])`;

/** Keeps the first answer. ARGV: id, text, milliseconds to live, keys. Gives the answer kept, taken back, used. */
export const addAnswerScript: string = `
local h, id = KEYS[1], ARGV[1]
if redis.call('HEXISTS', h, 'r:' .. id) == 0 or redis.call('HEXISTS', h, 'x:' .. id) == 1 then
  return { ARGV[2], '1', '0' }
end
if redis.call('HSETNX', h, 'a:' .. id, ARGV[2]) == 1 then
  for i = 4, #ARGV do
    local ids = redis.call('HGET', h, 'k:' .. ARGV[i])
    ids = ids and cjson.decode(ids) or {}
    ids[#ids + 1] = id
    redis.call('HSET', h, 'k:' .. ARGV[i], cjson.encode(ids))
  end
  if redis.call('PTTL', h) < tonumber(ARGV[3]) then redis.call('PEXPIRE', h, ARGV[3]) end
end
return { redis.call('HGET', h, 'a:' .. id), '0', tostring(redis.call('HEXISTS', h, 'u:' .. id)) }`;

/** Reads the answers under a key. ARGV: key. Gives three a time: answer, taken back, used. */
export const findScript: string = `
local h = KEYS[1]
local found = {}
local ids = redis.call('HGET', h, 'k:' .. ARGV[1])
for _, id in ipairs(ids and cjson.decode(ids) or {}) do
  local answer = redis.call('HGET', h, 'a:' .. id)
  if answer then
    found[#found + 1] = answer
    found[#found + 1] = tostring(redis.call('HEXISTS', h, 'x:' .. id))
    found[#found + 1] = tostring(redis.call('HEXISTS', h, 'u:' .. id))
  end
end
return found`;

/** Uses an approval. ARGV: id, call, '1' for a single use. */
export const consumeScript: string = `
local h, id = KEYS[1], ARGV[1]
if redis.call('HEXISTS', h, 'a:' .. id) == 0 then return 'unknown' end
if redis.call('HEXISTS', h, 'x:' .. id) == 1 then return 'revoked' end
if redis.call('HEXISTS', h, 'u:' .. id) == 1 then return 'replayed' end
if ARGV[3] == '1' then redis.call('HSET', h, 'u:' .. id, ARGV[2]) end
return 'consumed'`;

/** Takes a request and its answer back. ARGV: id. */
export const revokeScript: string = `
if redis.call('HEXISTS', KEYS[1], 'r:' .. ARGV[1]) == 0 then return 0 end
return redis.call('HSETNX', KEYS[1], 'x:' .. ARGV[1], '1')`;

/** The ids of all requests. */
export const idsScript: string = `
local ids = {}
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, 2) == 'r:' then ids[#ids + 1] = string.sub(field, 3) end
end
return ids`;
