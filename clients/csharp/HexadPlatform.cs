// A Unity sample: what the Rigidbody of a vehicle does becomes motion of the platform (darren, message 102).
// Copy Hexad.cs and this file below Assets, put the component on the vehicle, enter the platform's address.
//
// Unity is left-handed (X right, Y up, Z forward, angles clockwise seen along the axis); the platform is right-handed (X
// right, Y forward, Z up). Body axes: right = Unity x, forward = Unity z, up = Unity y. Turning about an axis has the
// other sense: nose up is -x in Unity, right side down is -z, nose left is -y.

using UnityEngine;

[RequireComponent(typeof(Rigidbody))]
public class HexadPlatform : MonoBehaviour
{
    public string address = "127.0.0.1";
    public int port = Hexad.Ports.Darren;
    public int localPort = Hexad.Ports.DarrenHost;

    Rigidbody body;
    Hexad.Darren platform;
    Vector3 lastVelocity;
    Hexad.VehicleMotion motion;

    void OnEnable()
    {
        body = GetComponent<Rigidbody>();
        lastVelocity = body.velocity;
        platform = new Hexad.Darren(address, port, localPort);
        platform.Command(Hexad.DarrenWord.Run);
    }

    void FixedUpdate()
    {
        Vector3 acceleration = transform.InverseTransformDirection((body.velocity - lastVelocity) / Time.fixedDeltaTime);
        Vector3 rates = transform.InverseTransformDirection(body.angularVelocity) * Mathf.Rad2Deg;
        lastVelocity = body.velocity;
        motion = Motion(acceleration.x, acceleration.y, acceleration.z, rates.x, rates.y, rates.z);
    }

    // Unity's body axes to the platform's; a paused game is still.
    public static Hexad.VehicleMotion Motion(double ax, double ay, double az, double wx, double wy, double wz)
    {
        return new Hexad.VehicleMotion { PitchRate = -wx, RollRate = -wz, YawRate = -wy, Sway = ax, Surge = az, Heave = ay };
    }

    void Update()
    {
        if (Time.timeScale == 0) motion = new Hexad.VehicleMotion();
        platform.Cue(motion);
        platform.Advance(); // never waits; sends when a frame is due
    }

    void OnDisable()
    {
        // Hold is what the protocol has for "stop here"; going down is left to the person who looks at the platform.
        platform.Command(Hexad.DarrenWord.Hold);
        platform.NoValues();
        for (int i = 0; i < 3; ++i) platform.Send();
        platform.Dispose();
    }
}
