-- Dissector of the five protocols of hexad for Wireshark and tshark.
--
--   tshark -X lua_script:hexad.lua -r monday.pcapng -Y 'darren.pose.pitch > 5'
--
-- or copy it into the folder of personal Lua plugins (Help, About, Folders). Each protocol has its controller's port
-- as a preference (-o darren.port:6000) and stands in "Decode As". Field names are those of `hexad decode --fields
-- --json`. The tables come from the very lists the codecs read: `./dev docs` prints this file, do not edit it.

-- @TABLES@

-- One ProtoField a filter name, made once.
local made = {}
local kinds = {}
local function fields_of(name)
  local list = {}
  for _, row in ipairs(fields) do
    local filter, kind, label, unit = row[1], row[2], row[3], row[4]
    if filter:match("^[^.]+") == name then
      kinds[filter] = kind
      local title = unit ~= "" and (label .. " [" .. unit .. "]") or label
      if kind == "string" or kind == "bytes" or kind == "float" or kind == "double" or kind == "bool" then
        made[filter] = ProtoField[kind](filter, title)
      else
        made[filter] = ProtoField[kind](filter, title, base.DEC, words[filter])
      end
      list[#list + 1] = made[filter]
    end
  end
  return list
end

local protocols = {}
for name, port in pairs(ports) do
  local proto = Proto(name, "hexad " .. name)
  proto.prefs.port = Pref.uint("controller port", port, "UDP port of the controller")
  proto.fields = fields_of(name)
  protocols[name] = proto
end

-- What a dissector says of every datagram; a problem says why a controller would refuse it.
local function conclude(name, tree, pinfo, to, frame, info, problem)
  tree:add(made[name .. ".direction"], to and "to controller" or "from controller"):set_generated()
  tree:add(made[name .. ".frame"], frame):set_generated()
  tree:add(made[name .. ".valid"], problem == nil):set_generated()
  if problem then tree:add(made[name .. ".problem"], problem):set_generated() end
  pinfo.cols.protocol = name
  pinfo.cols.info = (to and "to controller: " or "from controller: ") .. (problem and "refused: " .. problem or info)
end

-- ------------------------------------------------------------------------------------------------ binary frames

local function add_leaves(tree, tvb, leaves)
  local group, branch
  for _, leaf in ipairs(leaves) do
    local offset, size, filter, label = leaf[1], leaf[2], leaf[3], leaf[4]
    local parent = tree
    if label then
      if label ~= group then branch = tree:add(tvb(offset), label) end
      parent = branch
    end
    group = label
    local item = parent:add_le(made[filter], tvb(offset, size))
    local named = bits[filter]
    if named then
      for _, bit in ipairs(named) do
        if math.floor(tvb(offset, size):le_uint() / bit[1]) % 2 == 1 then item:append_text(" (" .. bit[2] .. ")") end
      end
    end
  end
end

local function add_frame(tree, tvb, frame)
  add_leaves(tree, tvb, frame.leaves)
  if frame.selector then
    local value = tvb(frame.selector[1], frame.selector[2]):le_uint()
    add_leaves(tree, tvb, frame.by[value] or frame.by.other)
  end
end

local function word_of(filter, value) return words[filter][value] or ("unknown " .. value) end

local choose = {}

function choose.darren(tvb, to)
  local size = tvb:len()
  if size ~= 128 and size ~= 124 then return nil, to ~= false, nil, size .. " bytes" end
  local id = tvb(12, 4):le_uint()
  local word = tvb(16, 2):le_uint()
  if to ~= true and size == 128 then
    if id == 200 then return "status", false, word_of("darren.status_word", word) end
    if id == 11 or id == 12 then return "reply", false, word_of("darren.message_id", id) end
  end
  if to == false then return nil, false, nil, "message ID " .. id end
  local info = word_of("darren.command_word", word) .. ", " .. word_of("darren.message_id", id)
  return size == 124 and "printed command" or "command", true, info
end

-- What a step or a sine asks for stands where the order of 2020 has it, and nothing where the manual does.
local function motus_2020(tvb)
  if tvb(1, 1):uint() ~= 11 then return false end
  local function any(offset)
    for i = 0, 5 do if tvb(offset + 4 * i, 4):le_float() ~= 0 then return true end end
    return false
  end
  local function swings(amplitude, frequency)
    for i = 0, 5 do
      local hertz = tvb(frequency + 4 * i, 4):le_float()
      if tvb(amplitude + 4 * i, 4):le_float() ~= 0 and hertz > 0 and hertz <= 10 then return true end
    end
    return false
  end
  local sub = tvb(2, 1):uint()
  if sub == 2 then return not swings(32, 56) and swings(56, 80) end
  return sub == 1 and not any(104) and any(128) and any(152)
end

function choose.motus(tvb, to)
  local size = tvb:len()
  if to == nil then to = size ~= 108 and size ~= 76 end
  local old = size == (to and 52 or 76)
  if size ~= (to and 180 or 108) and not old then return nil, to, nil, size .. " bytes" end
  if tvb(0, 1):uint() ~= 55 then return nil, to, nil, "the first byte is not 55" end
  local value = tvb(1, 1):uint()
  if old and to then return "command 1", true, "Cmd " .. value .. " " .. (words["motus.cmd1"][value] or "no action") end
  if old then return "status 1", false, word_of("motus.status", value) end
  local name = to and motus_2020(tvb) and "command 2020" or "command"
  if to then return name, true, "Cmd " .. value .. " " .. (words["motus.cmd"][value] or "no action") end
  return "status", false, word_of("motus.dofstatus", value)
end

-- The first float32 of a frame whose exponent is all ones: not a number, or infinite.
local function not_finite(tvb, frame)
  for _, leaf in ipairs(frame.leaves) do
    if kinds[leaf[3]] == "float" and tvb(leaf[1] + 2, 2):le_uint() % 0x8000 >= 0x7F80 then return leaf[3] end
  end
end

function choose.csfi(tvb, to)
  local size = tvb:len()
  if size < 4 or tvb(0, 2):uint() ~= 0xEB90 then return nil, to ~= false, nil, "no EB 90" end
  local byte = tvb(2, 1):uint()
  local group = byte % 128
  local writes = byte >= 128
  if to == nil then to = size == 4 or writes end
  local frame = csfi_groups[group]
  if not frame then return nil, to, nil, "group " .. group end
  if to and not writes then
    if size ~= 4 then return nil, to, nil, size .. " bytes" end
    return "read", true, "read group " .. group
  end
  if writes ~= to then return nil, to, nil, "group byte " .. byte end
  if size ~= frames.csfi[frame].size then return nil, to, nil, size .. " bytes" end
  local sum = 0
  for i = 4, size - 1 do sum = sum + tvb(i, 1):uint() end
  if sum % 256 ~= tvb(3, 1):uint() then return nil, to, nil, "checksum" end
  local bad = to and not_finite(tvb, frames.csfi[frame])
  if bad then return nil, to, nil, bad .. " is not finite" end
  return frame, to, (to and "write group " or "answer: group ") .. group
end

-- -------------------------------------------------------------------------------------------------- text frames

local function number_of(text)
  if not text:match("^[+-]?[%d.]") or text:match("[xX]") then return nil end
  return tonumber(text)
end

-- A part of the text as a field: its first and last character.
local function add_number(tree, tvb, filter, text, first, last)
  local value = number_of(text:sub(first, last))
  if not value then return false end
  tree:add(made[filter], tvb(first - 1, last - first + 1), value)
  return true
end
local function add_text(tree, tvb, filter, text, first, last)
  tree:add(made[filter], tvb(first - 1, last - first + 1), text:sub(first, last))
end

-- Words between separators as {first, last}.
local function split(text, from, to, separators)
  local list = {}
  local at = from
  while at <= to do
    local first, last = text:find("[^" .. separators .. "]+", at)
    if not first or first > to then break end
    last = math.min(last, to)
    list[#list + 1] = {first, last}
    at = last + 1
  end
  return list
end

local text_dissect = {}

-- Values between commas, blanks round them cut away; an empty one is a problem.
local function comma_values(text, from, to)
  local list = {}
  local at = from
  while true do
    local comma = text:find(",", at, true)
    local last = (comma and comma <= to) and comma - 1 or to
    local first = at
    while first <= last and text:sub(first, first):match("[ \t]") do first = first + 1 end
    local stop = last
    while stop >= first and text:sub(stop, stop):match("[ \t]") do stop = stop - 1 end
    list[#list + 1] = {first, stop}
    if not (comma and comma <= to) then return list end
    at = comma + 1
  end
end

local function lingjing_effect(tree, tvb, text, value)
  local digits = text:sub(value[1], value[2])
  if not digits:match("^%x%x?%x?%x?$") then return "effect word" end
  if tonumber(digits, 16) > 0xFFF then return "relay bits 12-15" end
  tree:add(made["lingjing.effect"], tvb(value[1] - 1, #digits), tonumber(digits, 16))
end

function text_dissect.lingjing(tree, tvb, text, to)
  to = to ~= false
  local name, hash = text:match("^@([^:#]*):[^#]*()#%s*$")
  if not name then return to, "frame", nil, "not one frame @CMD:...#" end
  local form = lingjing_forms[name]
  if not form then return to, "frame", nil, "unknown command" end
  local values = comma_values(text, #name + 3, hash - 1)
  if name == "MV" then
    local film = text:sub(values[1][1], values[1][2])
    if #values ~= 1 or not (" play pause stop pre next "):find(" " .. film .. " ", 1, true) then
      return to, "frame", nil, "unknown film command"
    end
    add_text(tree, tvb, "lingjing.command", text, 2, 1 + #name)
    add_text(tree, tvb, "lingjing.film", text, values[1][1], values[1][2])
    return to, "frame", "MV " .. film
  end
  if #values ~= #form and not (name ~= "A6T" and #values == #form + 1) then return to, "frame", nil, "count" end
  add_text(tree, tvb, "lingjing.command", text, 2, 1 + #name)
  for i, value in ipairs(values) do
    if value[2] < value[1] then return to, "frame", nil, "empty value" end
    if i > #form then
      local problem = lingjing_effect(tree, tvb, text, value)
      if problem then return to, "frame", nil, problem end
    elseif not add_number(tree, tvb, form[i], text, value[1], value[2]) then
      return to, "frame", nil, "number"
    elseif form[i] == "lingjing.t_ms" and not (number_of(text:sub(value[1], value[2])) >= 1) then
      return to, "frame", nil, "time must be positive"
    end
  end
  return to, "frame", text:sub(2, hash - 1)
end

local kAxes = {"x", "y", "z", "rx", "ry", "rz"}

-- Numbers `first` … of a list into the fields prefix.x, prefix.y, …; false at the first that is none.
local function add_six(tree, tvb, text, list, first, prefix)
  for i, axis in ipairs(kAxes) do
    local word = list[first + i - 1]
    if not word or not add_number(tree, tvb, prefix .. axis, text, word[1], word[2]) then return false end
  end
  return true
end

local function whole_number(text, word)
  local digits = word and text:sub(word[1], word[2])
  return digits and digits:match("^[1-9]%d*$") and tonumber(digits)
end

local mdof_parameters = {}

mdof_parameters[9] = function(tree, tvb, text, list)
  if #list ~= 6 then return "count" end
  if not add_six(tree, tvb, text, list, 1, "mdof.") then return "number" end
end

local function path(tree, tvb, text, list, speeds)
  local n = whole_number(text, list[1])
  if not n then return "count of points" end
  if #list ~= 1 + n * (speeds and 12 or 6) then return "count" end
  tree:add(made["mdof.points"], tvb(list[1][1] - 1, list[1][2] - list[1][1] + 1), n)
  for i = 0, n - 1 do
    if not add_six(tree, tvb, text, list, 2 + 6 * i, "mdof.") then return "number" end
  end
  for i = n, (speeds and 2 * n or 0) - 1 do
    if not add_six(tree, tvb, text, list, 2 + 6 * i, "mdof.speed.") then return "number" end
  end
end
mdof_parameters[10] = function(tree, tvb, text, list) return path(tree, tvb, text, list, false) end
mdof_parameters[11] = function(tree, tvb, text, list) return path(tree, tvb, text, list, true) end

mdof_parameters[13] = function(tree, tvb, text, list)
  local rows = #list > 0 and #list % 7 == 0
  local last = -1
  for i = 1, rows and #list or 0, 7 do
    local time = number_of(text:sub(list[i][1], list[i][2]))
    if not time or time < 0 or time <= last then rows = false break end
    last = time
  end
  if not rows and (#list < 7 or #list % 6 ~= 1) then return "count" end
  local step = rows and 7 or 6
  for i = rows and 0 or 1, #list - 1, step do
    local start = i + 1
    if rows or i == 1 then
      local word = rows and list[start] or list[1]
      if not add_number(tree, tvb, "mdof.time", text, word[1], word[2]) then return "number" end
    end
    if not add_six(tree, tvb, text, list, rows and start + 1 or start, "mdof.") then return "number" end
  end
end

mdof_parameters[33] = function(tree, tvb, text, list)
  local file = whole_number(text, list[1])
  if #list ~= 1 or not file then return "file ID" end
  tree:add(made["mdof.file"], tvb(list[1][1] - 1, list[1][2] - list[1][1] + 1), file)
end

-- Formulas: commas and semicolons outside parentheses; where none stands there, blanks.
local function formulas_of(text, from, to, separators)
  local list, open, first = {}, 0, nil
  local function close(last)
    while first and last >= first and text:sub(last, last):match("[ \t,;]") do last = last - 1 end
    if first and last >= first then list[#list + 1] = {first, last} end
    first = nil
  end
  for i = from, to do
    local c = text:sub(i, i)
    if c == "(" then open = open + 1 elseif c == ")" then open = open - 1 end
    if open <= 0 and separators:find(c, 1, true) then
      close(i - 1)
    elseif not first and not c:match("[ \t,;]") then
      first = i
    end
  end
  close(to)
  return list
end

local function formula_command(tree, tvb, text, from, to)
  while from <= to and text:sub(from, from):match("[ \t,;]") do from = from + 1 end
  while to >= from and text:sub(to, to):match("[ \t,;]") do to = to - 1 end
  local list = formulas_of(text, from, to, ",;")
  if #list == 1 then list = formulas_of(text, from, to, " \t") end
  if #list ~= 6 and #list ~= 7 then return "count" end
  for i, axis in ipairs(kAxes) do add_text(tree, tvb, "mdof.formula." .. axis, text, list[i][1], list[i][2]) end
  if list[7] and not add_number(tree, tvb, "mdof.time", text, list[7][1], list[7][2]) then return "time" end
end

local function mdof_request(tree, tvb, text)
  local to = #text
  while to > 0 and text:sub(to, to):match("[\r\n]") do to = to - 1 end
  if text:sub(1, to):match("[\r\n]") then return true, "request", nil, "more than one line" end
  local comment = text:sub(1, to):find("[ \t]#")
  if comment then to = comment - 1 end
  local list = split(text, 1, to, " \t,;")
  if #list == 0 then return true, "request", nil, "no command" end
  local id = tonumber(text:sub(list[1][1], list[1][2]):match("^[1-9]%d*$"))
  local name = id and words["mdof.command"][id]
  if not name then return true, "request", nil, "unknown command" end
  tree:add(made["mdof.command"], tvb(list[1][1] - 1, list[1][2] - list[1][1] + 1), id)
  local after = list[1][2] + 1
  table.remove(list, 1)
  local problem
  if id == 12 then
    problem = formula_command(tree, tvb, text, after, to)
  elseif mdof_parameters[id] then
    problem = mdof_parameters[id](tree, tvb, text, list)
  elseif #list ~= 0 then
    problem = "takes no parameters"
  end
  return true, "request", id .. " " .. name, problem
end

-- Six numbers of an answer.
local function six_answer(tree, tvb, text, from, to, form)
  local list = split(text, from, to, " ")
  if #list ~= 6 then return "count" end
  for i, filter in ipairs(form) do
    if not add_number(tree, tvb, filter, text, list[i][1], list[i][2]) then return "number" end
  end
end

local function code_of(text)
  if text == "AAAA" then return -1 elseif text == "BBBB" then return -2 end
  return text:match("^-?%d+$") and tonumber(text)
end

local function flag_answer(tree, tvb, text, from, to, filter)
  local code = code_of(text:sub(from, to))
  if not code then return "number" end
  tree:add(made[filter], tvb(from - 1, to - from + 1), code)
end

local function mdof_answer(tree, tvb, text)
  local mark = text:match(".*()#")
  if not mark then return false, "answer", nil, "no #" end
  local id = tonumber(text:sub(1, mark - 1):match("^[1-9]%d*$"))
  local name = id and words["mdof.command"][id]
  if name then
    tree:add(made["mdof.command"], tvb(0, mark - 1), id)
  elseif mark > 1 then
    add_text(tree, tvb, "mdof.echo", text, 1, mark - 1)
  end
  local body, size = mark + 1, #text
  local info = (name and id .. " " .. name or text:sub(1, mark - 1)) .. ": " .. text:sub(body)
  local code = code_of(text:sub(body))
  if id and mdof_flags[id] and code and code >= 0 then
    return false, "answer", info, flag_answer(tree, tvb, text, body, size, mdof_flags[id])
  elseif code then
    tree:add(made["mdof.result"], size >= body and tvb(body - 1) or tvb(0), code)
    return false, "answer", info .. " (" .. (words["mdof.result"][code] or "not in the manual") .. ")"
  elseif id and mdof_six[id] then
    return false, "answer", info, six_answer(tree, tvb, text, body, size, mdof_six[id])
  elseif id == 31 then
    local groups = split(text, body, size, ";")
    if #groups ~= 11 then return false, "answer", nil, "count" end
    for i = 20, 30 do
      local group = groups[i - 19]
      local add = mdof_flags[i] and flag_answer or six_answer
      local problem = add(tree, tvb, text, group[1], group[2], mdof_flags[i] or mdof_six[i])
      if problem then return false, "answer", nil, problem end
    end
    return false, "answer", info
  end
  return false, "answer", nil, "an answer the manual does not know"
end

function text_dissect.mdof(tree, tvb, text, to)
  if to == nil then to = not text:match("^[^ \t,;\r\n#]*#") end
  if to then return mdof_request(tree, tvb, text) end
  return mdof_answer(tree, tvb, text)
end

-- ------------------------------------------------------------------------------------------------------- wiring

-- true: to the controller; false: from it; nil: the ports do not tell.
local function direction_of(name, pinfo)
  local port = protocols[name].prefs.port
  local to, from = pinfo.dst_port == port, pinfo.src_port == port
  if to == from then return nil end
  return to
end

local function dissect(name, tvb, pinfo, tree)
  local direction = direction_of(name, pinfo)
  local branch = tree:add(protocols[name], tvb())
  if text_dissect[name] then
    local to, frame, info, problem = text_dissect[name](branch, tvb, tvb():raw(), direction)
    conclude(name, branch, pinfo, to, frame, info, problem)
    return tvb:len()
  end
  local frame, to, info, problem = choose[name](tvb, direction)
  if frame then add_frame(branch, tvb, frames[name][frame]) end
  conclude(name, branch, pinfo, to, frame or "", info, problem)
  return tvb:len()
end

-- A motus host's own port is darren's controller port; their sizes tell them apart.
local function is_motus(tvb, pinfo)
  local size = tvb:len()
  return direction_of("motus", pinfo) ~= nil and (size == 108 or size == 180) and tvb(0, 1):uint() == 55
end

local udp = DissectorTable.get("udp.port")
for name, proto in pairs(protocols) do
  local registered = ports[name]
  function proto.dissector(tvb, pinfo, tree)
    if tvb:len() == 0 then return 0 end
    if name == "darren" and is_motus(tvb, pinfo) then return dissect("motus", tvb, pinfo, tree) end
    return dissect(name, tvb, pinfo, tree)
  end
  function proto.prefs_changed()
    if proto.prefs.port == registered then return end
    udp:remove(registered, proto)
    registered = proto.prefs.port
    udp:add(registered, proto)
  end
  udp:add(registered, proto)
end
