-- For wrk: asks for one address after the other, from the file that ADDRESSES names, one path a line.
local requests = {}
local at = 0

function init()
  for path in io.lines(os.getenv("ADDRESSES")) do
    requests[#requests + 1] = wrk.format("GET", path)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end
